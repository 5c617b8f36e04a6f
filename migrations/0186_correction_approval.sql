-- Where K and B want a second person, corrections in the platform do too: the wish is kept until someone else decides.
alter table correction_change
  drop constraint correction_change_state_check,
  add constraint correction_change_state_check
    check (state in ('awaiting_approval', 'refused', 'running', 'done', 'undoing', 'undone')),
  -- What is wished for, and by whom. Once it is granted, a change of its own says what came of it.
  add column items jsonb,
  add column created_by integer constraint correction_change_created_by_fkey
    references user_account (user_id) on delete set null,
  -- From the moment of the approval on.
  add column from_now boolean not null default false,
  add column approved_by_name text not null default '',
  add constraint correction_change_wish check ((state in ('awaiting_approval', 'refused')) = (items is not null));
create index correction_change_waiting on correction_change (site_id) where state = 'awaiting_approval';
