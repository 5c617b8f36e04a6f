-- What this database was made for. The demo's passwords are public, so neither kind may be started as the other.
create table instance (
  only_row boolean primary key default true check (only_row),
  demo     boolean not null
);
