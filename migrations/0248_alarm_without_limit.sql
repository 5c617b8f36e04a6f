-- Checks that answer yes or no compare with an internal threshold, which was stored as a limit when an alarm recovered.
update alarm set limit_value = null
 where kind in ('constant', 'zero', 'jump', 'pair', 'flag') and limit_value is not null;
