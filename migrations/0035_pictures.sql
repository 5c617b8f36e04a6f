-- Logos and portraits, small and few. Their address is the hash of what they show, so that it can be kept for ever.
create table picture (
  sha256     text primary key,
  mime       text not null check (mime in ('image/png', 'image/jpeg', 'image/webp')),
  content    bytea not null,
  created_at timestamptz not null default now()
);

alter table user_account add column avatar text not null default '';
