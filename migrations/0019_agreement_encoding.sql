-- Short GBK texts can be valid UTF-8 too: where a device's encoding is known, its protocol says so.
alter table agreement
  add column encoding text not null default 'auto' check (encoding in ('auto', 'utf-8', 'gbk'));
