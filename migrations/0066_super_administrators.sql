-- The password that the first start prints has been seen by a terminal and its log: it must be changed before the
-- account can do anything else.
alter table user_account add column must_change_password boolean not null default false;

-- There may be several super administrators. The last one stays, whichever path tries.
drop index user_one_super;
create or replace function guard_super_user() returns trigger language plpgsql as $$
begin
  if old.role_id <> 0 then return coalesce(new, old); end if;
  if tg_op = 'UPDATE' and new.role_id = 0 and new.status = 'normal' then return new; end if;
  -- Two of them who remove each other at the same moment take turns.
  perform pg_advisory_xact_lock(hashtext('super administrators'));
  if exists (select from user_account where role_id = 0 and status = 'normal' and user_id <> old.user_id) then
    return coalesce(new, old);
  end if;
  if tg_op = 'DELETE' then
    raise exception 'the super administrator cannot be deleted' using errcode = '23514', constraint = 'super_undeletable';
  end if;
  raise exception 'the super administrator cannot be unbound' using errcode = '23514', constraint = 'super_unbindable';
end $$;
