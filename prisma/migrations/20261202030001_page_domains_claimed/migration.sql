DROP INDEX page_domains_domain;
