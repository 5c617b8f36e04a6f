-- What administrators set of the platform's face, of files, and of how loggers reach it.
alter table platform_setting
  add column platform_title    text,
  add column platform_title_en text,
  add column platform_logo     text,
  add column sign_in_picture   text,
  add column gateway_address   text,
  add column file_max_mb       integer,
  add column file_types        text;

alter table platform_setting drop constraint platform_setting_map_provider_check;
alter table platform_setting
  add constraint platform_setting_map_provider_check check (map_provider in ('bundled', 'tianditu', 'amap', 'tiles'));

-- What a password must be like, and whether people may register by themselves.
alter table login_limit
  add column register_open        boolean not null default true,
  add column password_min         integer not null default 6 check (password_min between 6 and 64),
  add column password_kinds       integer not null default 1 check (password_kinds between 1 and 4),
  add column password_not_account boolean not null default true,
  add column password_days        integer not null default 0 check (password_days between 0 and 3650),
  add column password_history     integer not null default 0 check (password_history between 0 and 24);

alter table user_account add column password_changed_at timestamptz not null default now();

-- Hashes of earlier passwords, for the rule that they do not come back.
create table password_history (
  user_id       integer not null references user_account (user_id) on delete cascade,
  password_hash text not null,
  replaced_at   timestamptz not null default now()
);
create index password_history_user on password_history (user_id, replaced_at desc);

create function keep_password() returns trigger language plpgsql as $$
begin
  if new.password_hash is distinct from old.password_hash then
    insert into password_history (user_id, password_hash) values (old.user_id, old.password_hash);
    -- The most that the rule can look back.
    delete from password_history h where h.user_id = old.user_id and h.ctid not in (
      select k.ctid from password_history k where k.user_id = old.user_id order by k.replaced_at desc limit 24);
    new.password_changed_at := now();
  end if;
  return new;
end $$;
create trigger password_kept before update of password_hash on user_account
  for each row execute function keep_password();

-- When the administrators put the checklist of a new instance away.
alter table platform_setting add column first_steps_dismissed_at timestamptz;
