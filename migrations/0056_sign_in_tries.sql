-- Wrong passwords, counted by account and by origin (an address or a known device), so that a stranger locks out
-- only himself. Origin '*' counts those of all unknown devices. Names that no account has are counted too: without
-- that, the answers would tell them apart.
create table sign_in_try (
  subject      text not null,
  origin       text not null,
  failures     integer not null default 0,
  -- Locks in a row; each lasts twice as long as the one before.
  locks        integer not null default 0,
  locked_until timestamptz,
  last_at      timestamptz not null,
  primary key (subject, origin)
);
create index sign_in_try_last on sign_in_try (last_at);
alter table sign_in_state drop column failures, drop column locked_until;

-- Devices that have signed in to an account, by the hash of a secret that only the device holds.
create table known_device (
  user_id    integer not null references user_account (user_id) on delete cascade,
  token_hash text not null,
  seen_at    timestamptz not null,
  primary key (user_id, token_hash)
);
create index known_device_token on known_device (token_hash);

-- SMS codes sent on a day: in all, to a number, and for an address.
create table code_quota (
  day     date not null,
  subject text not null,
  codes   integer not null,
  -- When the super administrators were told that the day's budget is used up.
  told_at timestamptz,
  primary key (day, subject)
);

alter table login_limit
  -- One answer for an unknown account and a wrong password.
  add column one_answer        boolean not null default true,
  add column codes_per_number  integer not null default 10 check (codes_per_number between 1 and 100),
  add column codes_per_address integer not null default 50 check (codes_per_address between 1 and 10000),
  add column codes_per_day     integer not null default 500 check (codes_per_day between 1 and 1000000);
update login_limit set one_answer = false where exists (select from instance where demo);
