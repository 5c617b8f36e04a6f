-- Papers, assessments, and who sat them with what result.

create table paper (
  paper_id          integer generated always as identity primary key,
  paper_name        text not null,
  how               text not null check (how in ('hand', 'rule')),
  -- By rule: [{ topic, kind, difficulty, count, score }]; each sitting draws its own questions.
  rules             jsonb not null default '[]',
  shuffle_questions boolean not null default true,
  shuffle_options   boolean not null default true,
  -- Half the score where some, but no wrong options of several are ticked.
  partial_credit    boolean not null default false,
  remark            text not null default '',
  constraint paper_name_key unique (paper_name)
);
call keep_table('paper', 'paper_id');

create table paper_question (
  paper_id    integer not null references paper (paper_id) on delete cascade,
  question_id integer not null constraint paper_question_question_fkey references question (question_id),
  place       integer not null,
  score       numeric(6, 2) not null check (score > 0),
  constraint paper_question_key unique (paper_id, question_id)
);
create index paper_question_question on paper_question (question_id);
call keep_list('paper_question', 'paper_id');

create table assessment (
  assessment_id   integer generated always as identity primary key,
  assessment_name text not null,
  paper_id        integer not null constraint assessment_paper_fkey references paper (paper_id),
  description     text not null default '',
  -- What to read before: a page of the platform.
  learn_link      text not null default '',
  state           text not null default 'draft' check (state in ('draft', 'open', 'closed')),
  opens_at        timestamptz,
  closes_at       timestamptz,
  minutes         integer not null check (minutes between 1 and 600),
  attempts        integer not null default 1 check (attempts between 1 and 100),
  pass_percent    integer not null default 60 check (pass_percent between 1 and 100),
  valid_days      integer check (valid_days between 1 and 3650),
  marks           text not null default 'at_once' check (marks in ('at_once', 'after_check')),
  checker_id      integer constraint assessment_checker_fkey references user_account (user_id) on delete set null,
  answers_shown   text not null default 'after_close' check (answers_shown in ('with_marks', 'after_close', 'never')),
  -- Empty, all three of them: everybody.
  role_ids        integer[] not null default '{}',
  user_group_ids  integer[] not null default '{}',
  user_ids        integer[] not null default '{}',
  constraint assessment_name_key unique (assessment_name),
  constraint assessment_order check (opens_at < closes_at)
);
call keep_table('assessment', 'assessment_id');
create index assessment_paper on assessment (paper_id);

create table sitting (
  sitting_id    bigint generated always as identity primary key,
  assessment_id integer not null constraint sitting_assessment_fkey references assessment (assessment_id),
  user_id       integer references user_account (user_id) on delete set null,
  account       text not null,
  real_name     text not null,
  attempt       integer not null,
  state         text not null default 'sitting' check (state in ('sitting', 'submitted', 'marked')),
  started_at    timestamptz not null,
  ends_at       timestamptz not null,
  submitted_at  timestamptz,
  -- By whoever sat it, or by the server's clock at its end.
  submitted_by  text check (submitted_by in ('self', 'clock')),
  full_score    numeric(8, 2) not null,
  score         numeric(8, 2),
  passed        boolean,
  checked_by    text not null default '',
  checked_at    timestamptz,
  check_note    text not null default '',
  constraint sitting_attempt_key unique (assessment_id, user_id, attempt)
);
call keep_table('sitting', 'sitting_id');
-- One at a time, on however many devices.
create unique index sitting_open_key on sitting (assessment_id, user_id) where state = 'sitting';
create index sitting_due on sitting (ends_at) where state = 'sitting';
create index sitting_user on sitting (user_id, started_at desc);
create index sitting_started on sitting (started_at desc, sitting_id desc);

-- The questions as they were drawn: what happens to the bank later changes no result.
create table sitting_question (
  sitting_id  bigint not null references sitting (sitting_id) on delete cascade,
  place       integer not null,
  question_id integer references question (question_id) on delete set null,
  question    jsonb not null,
  score       numeric(6, 2) not null,
  answer      text[],
  answered_at timestamptz,
  earned      numeric(6, 2),
  primary key (sitting_id, place)
);
create index sitting_question_question on sitting_question (question_id);

create table certificate (
  certificate_id bigint generated always as identity primary key,
  user_id        integer not null references user_account (user_id) on delete cascade,
  assessment_id  integer not null references assessment (assessment_id),
  sitting_id     bigint not null references sitting (sitting_id) on delete cascade,
  issued_at      timestamptz not null,
  expires_at     timestamptz,
  revoked_at     timestamptz,
  revoke_reason  text not null default '',
  -- When its holder was told that it is about to expire.
  told_at        timestamptz,
  constraint certificate_sitting_key unique (sitting_id)
);
call keep_table('certificate', 'certificate_id');
create index certificate_user on certificate (user_id, assessment_id);
create index certificate_expires on certificate (expires_at) where revoked_at is null;
