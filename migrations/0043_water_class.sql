-- Which items of GB 3838 make the class of water, and which are judged apart from it.

create table water_class (
  only_row    boolean primary key default true check (only_row),
  river_items text[] not null,
  river_apart text[] not null default '{}',
  lake_items  text[] not null,
  lake_apart  text[] not null default '{}'
);
call keep_table('water_class', 'only_row');

-- The usual 21: without water temperature, total nitrogen and coliforms.
insert into water_class (river_items, lake_items, lake_apart) values (
  '{ph,do,codmn,cod,bod5,nh3n,tp_river,cu,zn,f,se,as,hg,cd,cr6,pb,cn,phenol,oil,las,s}',
  '{ph,do,codmn,cod,bod5,nh3n,tp_lake,cu,zn,f,se,as,hg,cd,cr6,pb,cn,phenol,oil,las,s}',
  '{tn_lake}');
