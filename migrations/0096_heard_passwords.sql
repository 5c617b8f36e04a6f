-- The passwords that were heard under the MN of an unregistered device, so that whoever adopts it can choose. `mark` is
-- a keyed hash, the same for the same password; `secret` is encrypted like site.secret. Packets without a PW have ''.
create table unregistered_password (
  mn       text not null constraint unregistered_password_mn_fkey
             references unregistered_device on update cascade on delete cascade,
  mark     text not null,
  secret   text not null,
  packets  bigint not null,
  first_at timestamptz not null,
  last_at  timestamptz not null,
  remote   text not null,
  constraint unregistered_password_pkey primary key (mn, mark)
);
