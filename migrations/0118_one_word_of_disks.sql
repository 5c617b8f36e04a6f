-- A disk that runs short is an alarm; what was told before there were alarms need not be remembered.
drop table told_shortage;
delete from lease where name = 'shortage';
