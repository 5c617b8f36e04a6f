-- The duty roster as a calendar: holidays, single dates that differ, and turns that people swap.

-- 8: a holiday of the calendar of working hours (`order_calendar`), which is one list for deadlines and duty.
alter table user_duty drop constraint user_duty_weekday_check;
alter table user_duty add constraint user_duty_weekday_check check (weekday between 1 and 8);

-- A date on which the group's week does not hold. Without turns nobody is on duty.
create table duty_day (
  user_group_id integer not null references user_group (user_group_id) on delete cascade,
  on_date       date not null,
  note          text not null default '',
  primary key (user_group_id, on_date)
);
call keep_list('duty_day', 'user_group_id');

create table duty_day_turn (
  user_group_id integer not null,
  on_date       date not null,
  user_id       integer not null,
  start_time    text not null check (start_time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  end_time      text not null check (end_time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  primary key (user_group_id, on_date, user_id, start_time),
  constraint duty_day_turn_day_fkey foreign key (user_group_id, on_date)
    references duty_day (user_group_id, on_date) on delete cascade,
  -- Whoever leaves the group leaves its roster.
  constraint duty_day_turn_member_fkey foreign key (user_group_id, user_id)
    references user_group_member (user_group_id, user_id) on delete cascade
);
create index duty_day_turn_member on duty_day_turn (user_group_id, user_id);
call keep_list('duty_day_turn', 'user_group_id');

-- A turn that another member takes over, in exchange for one of theirs or for none.
create table duty_swap (
  swap_id       bigint generated always as identity primary key,
  user_group_id integer not null,
  user_id       integer not null,
  to_user_id    integer not null,
  on_date       date not null,
  start_time    text not null check (start_time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  end_time      text not null check (end_time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  return_date   date,
  return_start  text check (return_start ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  note          text not null default '',
  -- asked: waits for the other person. agreed: accepted by them, or set by a dispatcher. undone: no longer holds.
  state         text not null check (state in ('asked', 'agreed', 'refused', 'withdrawn', 'undone')),
  asked_by      text not null,
  asked_at      timestamptz not null,
  decided_by    text,
  decided_at    timestamptz,
  constraint duty_swap_two check (user_id <> to_user_id),
  constraint duty_swap_return check ((return_date is null) = (return_start is null)),
  constraint duty_swap_decided check ((state = 'asked') = (decided_at is null)),
  constraint duty_swap_member_fkey foreign key (user_group_id, user_id)
    references user_group_member (user_group_id, user_id) on delete cascade,
  constraint duty_swap_to_member_fkey foreign key (user_group_id, to_user_id)
    references user_group_member (user_group_id, user_id) on delete cascade
);
call keep_table('duty_swap', 'swap_id');
-- A turn is offered to one person at a time.
create unique index duty_swap_asked_key on duty_swap (user_group_id, on_date, user_id, start_time) where state = 'asked';
create index duty_swap_date on duty_swap (user_group_id, on_date);
create index duty_swap_return_date on duty_swap (user_group_id, return_date) where return_date is not null;
create index duty_swap_member on duty_swap (user_group_id, user_id);
create index duty_swap_to_member on duty_swap (user_group_id, to_user_id);
