-- Articles of the learning center. What is written stands in revisions; readers see the one that was approved.

create table article_type (
  type_id   integer generated always as identity primary key,
  type_name text not null,
  parent_id integer constraint article_type_parent_fkey references article_type (type_id),
  sort      integer not null default 0,
  enabled   boolean not null default true,
  remark    text not null default '',
  constraint article_type_name_key unique nulls not distinct (parent_id, type_name),
  constraint article_type_not_itself check (parent_id <> type_id)
);
call keep_table('article_type', 'type_id');

create table article (
  article_id    integer generated always as identity primary key,
  -- Of the newest revision, so that lists and the audit log can name it.
  article_title         text not null,
  author_id     integer references user_account (user_id) on delete set null,
  author_name   text not null,
  state         text not null default 'draft'
                  check (state in ('draft', 'awaiting', 'published', 'returned', 'withdrawn')),
  revision_no   integer not null default 1 check (revision_no >= 1),
  -- What readers see, while a newer revision may be in the making. Null: nothing.
  published_no  integer,
  published_at  timestamptz,
  submitted_at  timestamptz,
  -- Whom the author has asked to audit it; others who may audit can do so too.
  auditor_id    integer constraint article_auditor_fkey references user_account (user_id) on delete set null,
  return_reason text not null default '',
  created_at    timestamptz not null,
  deleted_at    timestamptz,
  constraint article_published_revision check (published_no between 1 and revision_no),
  constraint article_published_has check (state <> 'published' or published_no = revision_no)
);
call keep_table('article', 'article_id');
create index article_author on article (author_id, article_id desc);
create index article_published on article (published_at desc, article_id desc)
  where published_no is not null and deleted_at is null;
create index article_awaiting on article (submitted_at) where state = 'awaiting' and deleted_at is null;

create table article_revision (
  article_id     integer not null references article (article_id) on delete cascade,
  revision_no    integer not null,
  article_title          text not null,
  -- Sanitised before it is stored.
  content        text not null,
  -- Its words alone, a line for each block: for search, excerpt and comparison.
  plain          text not null,
  words          integer not null,
  -- Characters and pairs of characters, see decision 60.
  search         tsvector not null,
  type_id        integer not null constraint article_revision_type_fkey references article_type (type_id),
  visibility     text not null check (visibility in ('all', 'roles', 'groups', 'people')),
  role_ids       integer[] not null default '{}',
  user_group_ids integer[] not null default '{}',
  user_ids       integer[] not null default '{}',
  comments       text not null check (comments in ('open', 'checked', 'closed')),
  saved_by       integer references user_account (user_id) on delete set null,
  saved_by_name  text not null,
  saved_at       timestamptz not null,
  primary key (article_id, revision_no)
);
create index article_revision_search on article_revision using gin (search);
create index article_revision_type on article_revision (type_id);

create table article_file (
  article_id  integer not null,
  revision_no integer not null,
  file_id     integer not null constraint article_file_file_fkey references file (file_id),
  sort        integer not null default 0,
  primary key (article_id, revision_no, file_id),
  foreign key (article_id, revision_no) references article_revision (article_id, revision_no) on delete cascade
);
create index article_file_file on article_file (file_id);

-- What became of it: submitted, approved, returned, withdrawn.
create table article_step (
  step_id     bigint generated always as identity primary key,
  article_id  integer not null references article (article_id) on delete cascade,
  revision_no integer not null,
  act         text not null check (act in ('submit', 'approve', 'return', 'withdraw', 'restore')),
  user_id     integer references user_account (user_id) on delete set null,
  actor       text not null,
  at          timestamptz not null,
  reason      text not null default ''
);
create index article_step_article on article_step (article_id, step_id);

create table article_view (
  article_id integer not null references article (article_id) on delete cascade,
  user_id    integer not null references user_account (user_id) on delete cascade,
  first_at   timestamptz not null,
  last_at    timestamptz not null,
  times      integer not null default 1,
  seconds    integer not null default 0,
  primary key (article_id, user_id)
);
create index article_view_user on article_view (user_id);
create index article_view_last on article_view (last_at);

create table article_collection (
  user_id      integer not null references user_account (user_id) on delete cascade,
  article_id   integer not null references article (article_id) on delete cascade,
  collected_at timestamptz not null,
  constraint article_collection_key primary key (user_id, article_id)
);
create index article_collection_article on article_collection (article_id);

create table article_comment (
  comment_id  bigint generated always as identity primary key,
  article_id  integer not null references article (article_id) on delete cascade,
  -- The comment that it answers.
  parent_id   bigint references article_comment (comment_id) on delete set null,
  user_id     integer references user_account (user_id) on delete set null,
  author_name text not null,
  -- Plain text: it is shown as it was typed.
  body        text not null,
  state       text not null check (state in ('awaiting', 'shown', 'hidden')),
  at          timestamptz not null,
  decided_by  text not null default '',
  decided_at  timestamptz,
  reason      text not null default ''
);
call keep_table('article_comment', 'comment_id');
create index article_comment_article on article_comment (article_id, comment_id);
create index article_comment_user on article_comment (user_id, comment_id desc);
create index article_comment_parent on article_comment (parent_id) where parent_id is not null;
create index article_comment_awaiting on article_comment (at) where state = 'awaiting';

-- Who downloaded what. Names stay when the file or the person is gone.
create table article_download (
  download_id bigint generated always as identity primary key,
  article_id  integer not null references article (article_id) on delete cascade,
  file_id     integer references file (file_id) on delete set null,
  file_name   text not null,
  user_id     integer references user_account (user_id) on delete set null,
  user_name   text not null,
  at          timestamptz not null
);
create index article_download_article on article_download (article_id, download_id desc);
create index article_download_user on article_download (user_id);
create index article_download_file on article_download (file_id);
