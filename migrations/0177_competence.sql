-- What may be done only by those who have passed an assessment.

create table competence (
  competence_id integer generated always as identity primary key,
  subject       text not null check (subject in ('command', 'order_type', 'role')),
  command_kind  text,
  order_type_id integer constraint competence_order_type_fkey references order_type (order_type_id) on delete cascade,
  role_id       integer constraint competence_role_fkey references role (role_id) on delete cascade,
  assessment_id integer not null constraint competence_assessment_fkey references assessment (assessment_id),
  enabled       boolean not null default true,
  remark        text not null default '',
  constraint competence_subject_fits check (
    (subject = 'command') = (command_kind is not null)
    and (subject = 'order_type') = (order_type_id is not null)
    and (subject = 'role') = (role_id is not null)),
  constraint competence_key unique nulls not distinct (command_kind, order_type_id, role_id, assessment_id)
);
call keep_table('competence', 'competence_id');
