import type { Words } from '#shared/i18n/words.ts';
import type * as zh from '#shared/i18n/zh/platform/platform-status.ts';

/** How the platform is, and what keeps it in order. */
export const platformStatus = {
  tab_status: 'Status',
  hint: 'Platform status and scheduled maintenance',
  tab_settings: 'Settings',

  title: 'Status',
  well: 'All is well',
  well_hint: 'Nothing is wrong with ingest, database, disk and upkeep',
  not_well: 'To look after: {{count}}',
  version: 'Version {{version}}',
  uptime: 'Up for {{time}}',
  every: 'Renewed every {{seconds}} s',

  finding_database_critical: 'The database does not answer',
  finding_database_critical_hint:
    'What arrives waits in memory and is not acknowledged; it is stored once the database is back. Check the database service.',
  finding_writes_critical: 'The database refuses writes',
  finding_writes_critical_hint:
    'Incoming data waits in memory and is not acknowledged. It is stored once writes work again. Check the free space of the database’s disk and whether the database is read-only.',
  finding_disk_warning: 'Disk space is running short: {{free}} of {{total}} left where {{place}} are kept',
  finding_disk_warning_hint:
    'Add space, clear the disk, or shorten the retention and run “Drop expired data” now.',
  finding_disk_critical: 'The disk is nearly full: {{free}} of {{total}} left where {{place}} are kept',
  finding_disk_critical_hint: 'Once it is full nothing can be received. Add or clear space at once.',
  finding_ingest_critical: 'Storing cannot keep up with what arrives',
  finding_ingest_critical_hint:
    'Data has waited for more than 30 s. Check the load of the database and the speed of its disk.',
  finding_mqtt_warning: 'The MQTT broker is not connected',
  finding_mqtt_warning_hint:
    'Nothing arrives by MQTT for now; it is tried again and again, and the broker keeps the messages. Check MQTT_URL and the network.',
  finding_upkeep_warning: 'Upkeep keeps failing',
  finding_upkeep_warning_hint: 'The reason stands under “Upkeep” below.',
  finding_settings_warning: 'Stored settings cannot be used: {{settings}}',
  finding_settings_warning_hint:
    'Their defaults apply. Enter the values again under “Settings” and save; saving discards the invalid values.',
  finding_files_warning: 'Files are not shared with the server {{servers}}',
  finding_files_warning_hint:
    'What was uploaded, exported or reported there cannot be fetched here. Give all servers the same folder in FILES_DIR.',
  finding_role_warning: 'No server has the role “{{role}}”',
  finding_role_warning_hint: '{{missing}} Start a server whose ROLES include {{code}}.',
  look: 'Show the status',
  dismiss: 'Not again for now',

  ingest: 'Ingest',
  per_minute: 'packets/min',
  measuring: 'measuring',
  recent: 'Packets a minute over the last 10 minutes',
  waiting: 'Waiting',
  lag: 'Longest wait',
  stored: 'Stored since start',
  dropped: 'Dropped since start',

  doors: 'Online',
  stations: 'Station connections',
  viewers: 'Live pages',

  mqtt_connected: 'connected, {{count}} messages',
  mqtt_away: 'not connected',

  queues: 'In the background',
  rollups: 'Periods to sum',
  jobs_running: 'Jobs under way',
  jobs_queued: 'Jobs waiting',
  messages: 'Messages to send',

  database: 'Database',
  database_away: 'No answer',
  answers_in: 'Answers in',

  holds_all: 'database and files',
  holds_files: 'files',
  holds_database: 'the database’s data',
  disk_of: 'Disk of {{place}}',
  disk_free: 'free',
  disk_used: '{{used}} of {{total}} used',
  disk_bounds: 'Warns below {{warning}} free, alarms below {{critical}}',
  disk_elsewhere:
    'The database is a PostgreSQL of your own. Its disk is not measured here; watch it on the database server.',

  process: 'Server process',
  memory: 'Memory',
  cpu: 'Processor',
  cpu_part: '{{percent}}% of one core',
  loop_lag: 'Response lag',
  ms: '{{ms}} ms',
  seconds: '{{seconds}} s',

  this_server: '{{title}} · this server',
  servers: 'Servers',
  servers_hint: 'Servers that use the same database',
  server: 'Server',
  is_this: 'This server',
  gateway_port: 'Device port {{port}}',
  opening: 'Starting',
  does: 'Roles and exclusive tasks',
  role_gateway: 'Device gateway',
  role_api: 'Pages and API',
  role_jobs: 'Background jobs',
  role_gateway_missing: 'Devices cannot connect and no data arrives.',
  role_api_missing: 'Pages and the API cannot be reached.',
  role_jobs_missing: 'Hourly and daily data are not computed; exports, reports and messages wait.',
  since: 'Started {{at}}',
  last_sign: 'Last heartbeat',
  alive: '{{seconds}} s ago',
  gone: 'No heartbeat since {{at}}',
  duties: 'Exclusive: {{names}}',
  duties_hint:
    'Exclusive tasks run on one server at a time. When it stops, another takes over within about 20 s',
  duty_rollup: 'Aggregation',
  duty_alarms: 'Alarm evaluation',
  duty_virtual_data: 'Virtual data',
  duty_reports: 'Scheduled reports',
  duty_orders: 'Work order plans and escalation',
  duty_resupply: 'Automatic data resupply',
  duty_meetings: 'Meeting rooms',
  duty_telling: 'Alarm notifications',
  duty_broker: 'MQTT connection',
  duty_demo: 'Demo stations',
} satisfies Words<typeof zh.platformStatus>;
