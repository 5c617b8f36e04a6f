-- Who is on duty, week after week. A turn whose end is not after its start goes on into the next day.
create table user_duty (
  user_group_id integer not null,
  user_id       integer not null,
  weekday       smallint not null check (weekday between 1 and 7),
  start_time    text not null check (start_time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  end_time      text not null check (end_time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  primary key (user_group_id, user_id, weekday, start_time),
  -- Whoever leaves the group leaves its roster.
  constraint user_duty_member_fkey foreign key (user_group_id, user_id)
    references user_group_member (user_group_id, user_id) on delete cascade
);
call keep_list('user_duty', 'user_group_id');

-- What members see who have no theme of their own.
alter table user_group
  add column theme_id integer constraint user_group_theme_fkey references theme (theme_id) on delete set null;
create index user_group_theme on user_group (theme_id);

-- In the browser `title` is the heading of a page: a column of that name could not have a word of its own.
alter table theme rename column title to platform_title;
