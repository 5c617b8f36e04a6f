/** Names of the built-in roles and powers as they are seeded; afterwards they are data. */
export const powerNames = {
  screens: '大屏',
  access: '用户与权限操作',
  platform: '平台操作',
  files: '文件操作',
  user_read: '查看用户',
  user_write: '维护用户',
  role_read: '查看角色',
  role_write: '维护角色',
  power_read: '查看权限',
  power_write: '维护权限',
  group_read: '查看用户组',
  group_write: '维护用户组',
  menu_read: '查看菜单',
  menu_write: '维护菜单',
  theme_read: '查看主题',
  theme_write: '维护主题',
  login_limit_read: '查看登录配置',
  login_limit_write: '维护登录配置',
  audit_read: '查看审计日志',
  file_write: '上传文件',
};

export const roleNames = {
  super: '超级管理员',
  administrator: '管理员',
  operator: '运维人员',
  auditor: '审核员',
  learner: '学员',
};
