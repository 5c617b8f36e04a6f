-- Late values are judged by the standards of their time: those of one site are found without reading all of them.
create index alarm_rule_version_site on alarm_rule_version (((rule->>'site_id')::integer));
