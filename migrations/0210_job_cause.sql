-- Why a job failed, beside its code: the more exact sentence and what fills its slots.
alter table job
  add column fault_detail text,
  add column fault_params jsonb not null default '{}';
