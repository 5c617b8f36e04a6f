-- Who entered a secret, where that was not a super administrator. Without a foreign key: of an account that is gone
-- nothing is known, so it stays told apart from a super administrator.
alter table platform_secret add column entered_by integer;

-- Until now managers could enter them; the audit log knows who did.
update platform_secret s set entered_by = last.user_id
  from (select distinct on (entity_id) entity_id, user_id from audit_log
         where entity = 'platform_secret' and action in ('insert', 'update')
         order by entity_id, at desc, audit_id desc) last
  join user_account u using (user_id)
 where last.entity_id = s.secret_name and u.role_id <> 0;

insert into message (channel, recipient, user_id, kind, subject, body, state, sent_at)
select 'in_app', u.account, u.user_id, 'platform', '请重新填写短信服务设置 / Enter the SMS service settings again',
       '当前的短信服务地址或密钥由权限较低的账号填写，因此权限更高的账号收不到找回密码的验证码。请在平台配置中重新填写。'
       || E'\n' || 'The SMS address or key was entered by a less privileged account, so reset codes are not sent to accounts '
       || 'above it. Enter it again under Platform configuration.',
       'sent', now()
  from user_account u
 where u.role_id = 0
   and exists (select from platform_secret where secret_name like 'sms\_%' and entered_by is not null);
