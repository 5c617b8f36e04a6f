-- The one outbox: every message to a person, by whatever way, with what became of it.

alter table message
  -- Whom it is for, where that is a user.
  add column user_id   integer references user_account (user_id) on delete set null,
  add column kind      text not null default 'code'
                       check (kind in ('code', 'test', 'alarm', 'order', 'report', 'meeting')),
  add column subject   text not null default '',
  -- What a provider's template wants besides the text.
  add column details   jsonb not null default '{}',
  -- Which provider took it; 'outbox' keeps it here only.
  add column provider  text,
  add column tries     integer not null default 0,
  add column max_tries integer not null default 10,
  -- Not to be tried before. While it is being sent: when to try again if nobody tells what became of it.
  add column next_at   timestamptz not null default now(),
  add column read_at   timestamptz;
create index message_due on message (channel, next_at) where state = 'queued';
create index message_inbox on message (user_id, message_id desc) where channel = 'in_app';

create trigger told after insert on message for each statement execute function tell_changed('messages');

-- One for each way out. A service that is away closes its own and no other, and costs no message its tries.
create table message_lane (
  channel  text primary key check (channel in ('sms', 'email', 'webhook')),
  failures integer not null default 0,
  open_at  timestamptz not null default '-infinity'
);
insert into message_lane (channel) values ('sms'), ('email'), ('webhook');
