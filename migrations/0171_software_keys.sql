-- The pair that signs software keys: made once for an instance, its private half encrypted as other secrets are.
create table software_key_pair (
  only_row   boolean primary key default true check (only_row),
  public_key text not null,
  secret     text not null,
  made_at    timestamptz not null
);

-- Every key that was issued. PW1 and PW2 are not kept: the key itself holds a digest of them.
create table software_key (
  key_id          integer generated always as identity primary key,
  dc              text not null,
  ckb             text not null,
  duration_days   integer not null check (duration_days between 1 and 3650),
  key_text        text not null,
  remark          text not null default '',
  issued_by       integer references user_account (user_id) on delete set null,
  issued_by_name  text not null,
  issued_at       timestamptz not null,
  expires_at      timestamptz not null,
  revoked_at      timestamptz,
  revoked_by_name text not null default '',
  revoke_reason   text not null default ''
);
call keep_table('software_key', 'key_id');
create index software_key_issuer on software_key (issued_by);
