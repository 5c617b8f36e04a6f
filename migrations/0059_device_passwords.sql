-- Whether this instance checks device passwords unless a protocol says otherwise: true for production instances that
-- are first started with this version; earlier ones and demos keep what they have. The server sets it with the row.
alter table instance add column checks_pw boolean not null default false;
