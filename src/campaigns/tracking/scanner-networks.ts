/**
 * Networks of mail filters, each only as far as its operator publishes it. Mail servers use them, so no person browses from there. Ranges
 * move: compare them with the sources before you rely on them; a range that is missing leaves the verdict to the other reasons. Proxies that
 * load images for people, such as Google's and Apple's, are recognised by their agents and are not listed here.
 */
export const SCANNER_NETWORKS: readonly string[] = [
  // Exchange Online Protection and Defender: set 10 of the Microsoft 365 endpoints, https://aka.ms/o365endpoints
  '40.92.0.0/15',
  '40.107.0.0/16',
  '52.100.0.0/14',
  '104.47.0.0/17',
  // Proofpoint: the networks to allow of its support page, https://proofpoint.my.site.com/support/PPSup_SupportInfo
  '67.231.144.0/20',
  // Proofpoint Essentials: its list of addresses for connectors of Microsoft 365
  '148.163.128.0/19',
  '185.132.180.0/22',
  // Barracuda Email Gateway Defense: its list of ranges at https://campus.barracuda.com, and ARIN's record NET-64-235-144-0-1
  '64.235.144.0/20',
  '209.222.80.0/21',
];
