-- Commands that a protocol has in its own way: which numbers they go out under, what stands in them, what is answered.
-- Where a kind is not described here, the standard's way holds.
create table agreement_command (
  agreement_command_id integer generated always as identity primary key,
  agreement_id integer not null
               constraint agreement_command_agreement_id_fkey references agreement (agreement_id) on delete cascade,
  kind         text not null check (kind <> ''),
  -- Its requests in their order: `shared/domain/command-wires.ts` says what one is.
  wires        jsonb not null check (jsonb_typeof(wires) = 'array' and jsonb_array_length(wires) between 1 and 10),
  remark       text not null default '',
  constraint agreement_command_key unique (agreement_id, kind)
);
call keep_table('agreement_command', 'agreement_command_id');
