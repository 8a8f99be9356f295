/**
 * Networks of mail filters: the ranges that Microsoft 365 (endpoint set 10), Proofpoint and Barracuda Email Gateway Defense name in their SPF
 * records and allow lists. Mail servers use them, so no person browses from there. Ranges move: compare them with the records of
 * spf.protection.outlook.com and of the two others before you rely on them; a range that is missing leaves the verdict to the other reasons.
 */
export const SCANNER_NETWORKS: readonly string[] = [
  // Microsoft Defender and Exchange Online Protection
  '40.92.0.0/15',
  '40.107.0.0/16',
  '52.100.0.0/15',
  '52.102.0.0/16',
  '52.103.0.0/17',
  '104.47.0.0/17',
  // Proofpoint
  '67.231.144.0/20',
  '148.163.128.0/19',
  '185.132.180.0/22',
  '205.220.160.0/19',
  // Barracuda
  '64.235.144.0/20',
  '209.222.80.0/21',
];
