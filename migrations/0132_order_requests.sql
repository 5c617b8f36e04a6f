-- Faults that passers-by report by the QR code at a station. A dispatcher makes an order of each, or refuses it.

-- The number is part of the signed code: a higher one makes the codes printed before worthless.
create table order_code (
  site_id integer primary key constraint order_code_site_id_fkey references site (site_id) on delete cascade,
  number  integer not null default 1
);
call keep_table('order_code', 'site_id');

create table order_request (
  request_id  bigint generated always as identity primary key,
  site_id     integer not null constraint order_request_site_id_fkey references site (site_id) on delete cascade,
  description text not null,
  contact     text not null default '',
  created_at  timestamptz not null,
  -- Where it came from, for the limits.
  network     text not null,
  state       text not null default 'new' check (state in ('new', 'ordered', 'refused')),
  order_id    bigint references work_order (order_id) on delete set null,
  decided_by  text,
  decided_at  timestamptz,
  refusal     text not null default '',
  constraint order_request_decided check ((state = 'new') = (decided_at is null))
);
call keep_table('order_request', 'request_id');
create index order_request_at on order_request (created_at desc, request_id desc);
create index order_request_site on order_request (site_id, created_at desc);
create index order_request_network on order_request (network, created_at desc);
create index order_request_new on order_request (request_id) where state = 'new';
create index order_request_order on order_request (order_id) where order_id is not null;

-- Apart, so that lists and the audit log do not carry it.
create table order_request_photo (
  request_id bigint primary key references order_request (request_id) on delete cascade,
  photo      bytea not null
);
