-- A logger has one value every 1 to 30 minutes (MinInterval), and nothing that it sends says how many. Where it calls a
-- period by its end, its protocol does: the period begins so many minutes before.
alter table agreement
  add column minute_step integer not null default 1
    check (minute_step in (1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30));
