-- The question bank, and what people practise with it.

create table question (
  question_id integer generated always as identity primary key,
  kind        text not null check (kind in ('single', 'multiple', 'judge', 'fill', 'number')),
  question_title       text not null,
  picture     text not null default '',
  -- Of choices: [{ text, picture }]; their keys are A, B, C … by place.
  options     jsonb not null default '[]',
  -- Keys of options, true or false, accepted wordings, or one number.
  answers     text[] not null,
  tolerance   double precision check (tolerance >= 0),
  topics      text[] not null,
  difficulty  text not null default 'medium' check (difficulty in ('easy', 'medium', 'hard')),
  explanation text not null default '',
  in_practice boolean not null default true,
  enabled     boolean not null default true,
  remark      text not null default '',
  constraint question_answered check (cardinality(answers) >= 1),
  constraint question_options check (kind not in ('single', 'multiple') or jsonb_array_length(options) >= 2)
);
call keep_table('question', 'question_id');
-- A title may be longer than an index entry.
create unique index question_title_key on question (kind, md5(question_title));
create index question_topics on question using gin (topics);

-- One round of questions, drawn at its start.
create table practice (
  practice_id  bigint generated always as identity primary key,
  user_id      integer not null references user_account (user_id) on delete cascade,
  mode         text not null check (mode in ('topic', 'mistakes', 'random')),
  topic        text not null default '',
  question_ids integer[] not null,
  started_at   timestamptz not null
);
call keep_table('practice', 'practice_id');
create index practice_user on practice (user_id, practice_id desc);

create table practice_answer (
  practice_id bigint not null references practice (practice_id) on delete cascade,
  question_id integer not null constraint practice_answer_question_fkey references question (question_id) on delete cascade,
  user_id     integer not null references user_account (user_id) on delete cascade,
  answer      text[] not null,
  correct     boolean not null,
  answered_at timestamptz not null,
  primary key (practice_id, question_id)
);
create index practice_answer_user on practice_answer (user_id, question_id, answered_at desc);
create index practice_answer_question on practice_answer (question_id);
