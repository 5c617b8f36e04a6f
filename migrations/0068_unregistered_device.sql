-- One name for one thing: a device that sends but is no site yet is an unregistered device.
alter table knocking_device rename to unregistered_device;
alter index knocking_device_pkey rename to unregistered_device_pkey;
update audit_log set entity = 'unregistered_device' where entity = 'knocking_device';
