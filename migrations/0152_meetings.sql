-- Meeting rooms and who meets in them when.

create table department (
  department_id   integer generated always as identity primary key,
  department_name text not null,
  remark          text not null default '',
  constraint department_name_key unique (department_name)
);
call keep_table('department', 'department_id');

create table meeting_room (
  room_id         integer generated always as identity primary key,
  room_name       text not null,
  department_id   integer not null constraint meeting_room_department_fkey references department (department_id),
  place           text not null default '',
  capacity        integer not null default 10 check (capacity between 1 and 10000),
  equipment       text[] not null default '{}',
  remark          text not null default '',
  enabled         boolean not null default true,
  -- Empty: everybody who may book at all. Else members of these groups only.
  user_group_ids  integer[] not null default '{}',
  -- A meeting that nobody has begun so many minutes after its start frees the room. Null: never.
  no_show_minutes integer check (no_show_minutes between 5 and 120),
  constraint meeting_room_name_key unique (room_name)
);
call keep_table('meeting_room', 'room_id');
create index meeting_room_department on meeting_room (department_id);

-- Bookings that were made together.
create table meeting_series (
  series_id bigint generated always as identity primary key,
  every     text not null check (every in ('day', 'weekday', 'week', 'two_weeks', 'month')),
  until     date not null
);

create table meeting (
  meeting_id     bigint generated always as identity primary key,
  room_id        integer not null constraint meeting_room_id_fkey references meeting_room (room_id),
  series_id      bigint constraint meeting_series_fkey references meeting_series (series_id) on delete set null,
  theme          text not null,
  description    text not null default '',
  appointer_id   integer references user_account (user_id) on delete set null,
  appointer_name text not null,
  starts_at      timestamptz not null,
  ends_at        timestamptz not null,
  state          text not null default 'booked' check (state in ('booked', 'started', 'ended', 'cancelled', 'released')),
  booked_at      timestamptz not null,
  started_at     timestamptz,
  constraint meeting_order check (starts_at < ends_at),
  constraint meeting_length check (ends_at - starts_at <= interval '4 hours'),
  -- Two meetings never share a room, whoever asks at the same moment. The room stands as a range of one number, so that
  -- the index needs no extension.
  constraint meeting_room_taken exclude using gist
    (int4range(room_id, room_id, '[]') with &&, tstzrange(starts_at, ends_at) with &&)
    where (state in ('booked', 'started'))
);
call keep_table('meeting', 'meeting_id');
create index meeting_room_starts on meeting (room_id, starts_at);
create index meeting_starts on meeting (starts_at desc, meeting_id desc);
create index meeting_appointer on meeting (appointer_id, starts_at desc);
create index meeting_series_of on meeting (series_id) where series_id is not null;
create index meeting_open on meeting (starts_at) where state in ('booked', 'started');

create table meeting_attendee (
  meeting_id bigint not null references meeting (meeting_id) on delete cascade,
  user_id    integer not null constraint meeting_attendee_user_fkey references user_account (user_id) on delete cascade,
  answer     text not null default 'invited' check (answer in ('invited', 'accepted', 'declined')),
  primary key (meeting_id, user_id)
);
create index meeting_attendee_user on meeting_attendee (user_id);
call keep_list('meeting_attendee', 'meeting_id');
