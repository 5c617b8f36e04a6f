-- Sites that a user has starred or looked at lately: what pickers offer first. Nobody else's business, so it is not audited.
create table user_site_mark (
  user_id   integer not null references user_account (user_id) on delete cascade,
  site_id   integer not null references site (site_id) on delete cascade,
  favourite boolean not null default false,
  -- Null: never opened.
  seen_at   timestamptz,
  primary key (user_id, site_id)
);
create index user_site_mark_site on user_site_mark (site_id);
