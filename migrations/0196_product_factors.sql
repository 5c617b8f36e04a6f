-- The factors that new sites of a product line start with.
create table product_factor (
  product_id   integer not null references product_line (product_id) on delete cascade,
  component_id smallint not null references component (component_id) on delete cascade,
  sort         integer not null default 0,
  primary key (product_id, component_id)
);
create index product_factor_component on product_factor (component_id);
call keep_list('product_factor', 'product_id');
