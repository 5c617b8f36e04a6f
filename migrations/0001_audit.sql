-- The audit log is written by the database, so no write path can forget it.
-- The server says who is acting with set_config('lanjing.actor', …, true) at the start of a transaction.

create table audit_log (
  audit_id   bigint generated always as identity primary key,
  at         timestamptz not null default now(),
  user_id    integer,
  account    text,
  real_name  text,
  ip         text,
  imei       text,
  call       text,
  request_id text,
  entity     text not null,
  entity_id  text,
  action     text not null
             check (action in ('insert', 'update', 'delete', 'sign_in', 'sign_in_refused', 'sign_out')),
  before     jsonb,
  after      jsonb
);
create index audit_log_at on audit_log (at desc);
create index audit_log_entity on audit_log (entity, entity_id, at desc);
create index audit_log_user on audit_log (user_id, at desc);

create function write_audit(entity text, entity_id text, action text, before jsonb, after jsonb) returns void
language sql as $$
  with actor as (select coalesce(nullif(current_setting('lanjing.actor', true), ''), '{}')::jsonb as a)
  insert into audit_log (user_id, account, real_name, ip, imei, call, request_id,
                         entity, entity_id, action, before, after)
  select (a->>'user_id')::integer, a->>'account', a->>'real_name', a->>'ip', a->>'imei', a->>'call',
         a->>'request_id', write_audit.entity, write_audit.entity_id, write_audit.action,
         write_audit.before, write_audit.after
    from actor
$$;

-- Row trigger; argument: the key column. Secrets are replaced, but that they changed stays visible.
create function audit_row() returns trigger language plpgsql as $$
declare
  was    jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  became jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  secret text;
begin
  foreach secret in array array['password_hash', 'secret'] loop
    if was ? secret and became ? secret and was->>secret is distinct from became->>secret then
      was    := was    || jsonb_build_object(secret, '***');
      became := became || jsonb_build_object(secret, '*** (new)');
    else
      was := was - secret;
      became := became - secret;
    end if;
  end loop;
  if tg_op = 'UPDATE' and was - array['version', 'updated_at'] = became - array['version', 'updated_at'] then
    return null;
  end if;
  perform write_audit(tg_table_name, coalesce(became, was)->>tg_argv[0], lower(tg_op), was, became);
  return null;
end $$;

-- Statement triggers for link tables: one entry names all members that came or went.
-- Arguments: the owner's column, the member's column.
create function audit_links() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    execute format(
      'select write_audit(%L, owner::text, ''insert'', null, jsonb_build_object(%L, members))
         from (select %I as owner, jsonb_agg(%I order by %I) as members from came group by 1) changed',
      tg_table_name, tg_argv[1], tg_argv[0], tg_argv[1], tg_argv[1]);
  else
    execute format(
      'select write_audit(%L, owner::text, ''delete'', jsonb_build_object(%L, members), null)
         from (select %I as owner, jsonb_agg(%I order by %I) as members from went group by 1) changed',
      tg_table_name, tg_argv[1], tg_argv[0], tg_argv[1], tg_argv[1]);
  end if;
  return null;
end $$;

-- Every edit counts the version up; `update … where version = ?` then tells two editors apart.
create function touch_row() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end $$;

-- What a plain table needs, in one line of its migration.
create procedure keep_table(tab text, key text) language plpgsql as $$
begin
  execute format('alter table %I add column version integer not null default 1,
                                 add column updated_at timestamptz not null default now()', tab);
  execute format('create trigger touch before update on %I for each row execute function touch_row()', tab);
  execute format('create trigger audit after insert or update or delete on %I
                    for each row execute function audit_row(%L)', tab, key);
end $$;

create procedure keep_links(tab text, owner text, member text) language plpgsql as $$
begin
  execute format('create trigger audit_in after insert on %I referencing new table as came
                    for each statement execute function audit_links(%L, %L)', tab, owner, member);
  execute format('create trigger audit_out after delete on %I referencing old table as went
                    for each statement execute function audit_links(%L, %L)', tab, owner, member);
end $$;
