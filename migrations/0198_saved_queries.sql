-- Questions that a user asks again: by name, and the last one of a page under no name.
create table saved_query (
  query_id   integer generated always as identity,
  user_id    integer not null references user_account (user_id) on delete cascade,
  page       text not null,
  query_name text not null,
  -- As the page's address holds it.
  params     text not null,
  used_at    timestamptz not null default now(),
  primary key (user_id, page, query_name)
);
