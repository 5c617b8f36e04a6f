-- The demo's network is put in once, and what people take out of it stays out.
alter table instance
  add column demo_seeded_at  timestamptz,
  add column demo_removed_at timestamptz;
