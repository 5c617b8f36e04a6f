-- What a user wants to be told of, and how. Who has chosen nothing has no row.
create table user_notice (
  user_id  integer primary key references user_account (user_id) on delete cascade,
  email    text not null default '',
  in_app   text[] not null,
  by_sms   text[] not null,
  by_email text[] not null
);
call keep_table('user_notice', 'user_id');
