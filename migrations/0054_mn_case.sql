-- No two devices differ in the case of a letter of their MN only: whoever types one that way means the other. The
-- gateway has always found a site so. Of two that were made nevertheless the later keeps its data under a name of its own.
update site s set mn = left(s.mn, 50) || '-' || s.site_id
 where exists (select from site first where lower(first.mn) = lower(s.mn) and first.site_id < s.site_id);
create unique index site_mn_any_case_key on site (lower(mn));
