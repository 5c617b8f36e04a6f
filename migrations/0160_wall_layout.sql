-- Which tiles the wisdom screen shows to a role, and in which order. A role without a row has the built-in layout.
create table wall_layout (
  role_id        integer primary key constraint wall_layout_role_id_fkey references role (role_id) on delete cascade,
  left_tiles     text[] not null,
  right_tiles    text[] not null,
  -- 0: stays on the whole network until somebody chooses a city.
  rotate_seconds integer not null constraint wall_layout_rotate_check check (rotate_seconds = 0 or rotate_seconds between 5 and 600),
  constraint wall_layout_room check (cardinality(left_tiles) <= 4 and cardinality(right_tiles) <= 4),
  constraint wall_layout_once check (not left_tiles && right_tiles)
);
call keep_table('wall_layout', 'role_id');
