/**
 * Networks from which mail filters follow links, each from the addresses that its operator publishes for its customers' allow lists: the
 * SPF records of Microsoft (spf.protection.outlook.com) and Proofpoint, and the product pages of Barracuda Email Gateway Defense. Clouds
 * that also host people's proxies are left out. Read in November 2026.
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
