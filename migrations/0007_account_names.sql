-- One signs in by account or by mobile number, so nobody may bear another's number as their account.
alter table user_account add constraint user_account_is_own_mobile
  check (account !~ '^1[0-9]{10}$' or account is not distinct from mobile);
