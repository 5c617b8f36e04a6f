export const loginConfig = {
  title: '登录配置',
  hint: '对所有账号生效，保存后立即使用',

  section_devices: '同时登录',
  section_lock: '密码输错',
  section_register: '自助注册',

  max_devices: '每个账号最多登录设备数',
  max_devices_help: '超出时，最早登录的设备会自动退出',
  max_failures: '连续输错几次后锁定',
  max_failures_help: '登录成功后重新计数',
  lock_minutes: '锁定时长',
  lock_minutes_help: '到时自动解锁，管理员也可在用户管理中提前解锁',
  register_role_id: '注册后的角色',
  register_role_id_help: '请选择权限较少的角色',
  register_needs_approval: '须管理员审核',
  register_needs_approval_help: '开启时，新账号在用户管理中通过审核后才能登录',

  max_devices_unit: '台',
  max_failures_unit: '次',
  lock_minutes_unit: '分钟',
  saved: '登录配置已保存',
};
