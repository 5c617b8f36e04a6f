export const personal = {
  avatar: '头像',

  devices: '已登录的设备',
  devices_hint: '如有不认识的设备，请在那里退出登录并修改密码。',
  this_device: '本机',
  device_since: '{{ip}}　登录于 {{since}}　最近活动 {{seen}}',
  sign_out_there: '退出登录',
  sign_out_title: '让“{{name}}”退出登录？',
  sign_out_text: '那台设备上未保存的内容会丢失，须重新登录才能使用。',
  signed_out: '已在那台设备上退出登录',

  notices: '通知设置',
  notices_hint: '选择通过哪些方式接收哪些消息。',
  in_app: '站内消息',
  by_sms: '短信',
  by_email: '电子邮件',
  kind_alarm: '报警',
  kind_order: '工单',
  kind_report: '报表',
  kind_meeting: '会议',
  set_notices: '应用通知设置',
  email: '电子邮箱',
};
