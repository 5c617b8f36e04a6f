import type { Words } from '#shared/i18n/words.ts';
import type { siteBatch as zhBatch, siteImport as zhImport } from '#shared/i18n/zh/sites/import.ts';

export const siteImport = {
  file: 'Site import template',
  notes: 'Notes',
  notes_column: 'Column',
  notes_needed: 'Required for new sites',
  notes_note: 'What to enter',
  notes_rule_key:
    'One site per row. A row whose “MN number” is known changes that site; others add one. If the file has the column “No.”, as an exported list, that number decides.',
  notes_rule_update:
    'To change sites, keep only “MN number” and the columns to change. Missing columns stay as they are.',
  notes_rule_empty:
    'An empty cell in an existing column clears the value. Exception: an empty device password keeps the old one.',
  notes_rule_example: 'Row 2 is an example. Replace it with your own site or delete it.',
  not_in_list:
    'This value is not in the list. Codes and English names are also accepted and checked on import.',
  note_site_name: 'Unique, up to 50 characters.',
  note_mn:
    'The number that the data logger sends; upper and lower case are the same. Format long numbers as text.',
  note_site_name_en: 'Name shown in English. Leave empty to have it made from the Chinese name.',
  note_site_type: 'Air, Water or Mobile. Empty means Air for new sites.',
  note_province_code: 'Name or 6-digit division code.',
  note_city_code: 'Choose the province first, then a city from the list.',
  note_area_code: 'Choose the city first, then an area from the list. Leave empty for cities without areas.',
  note_block_code: 'Name or code of the town or street. Optional.',
  note_address: 'Up to 200 characters.',
  note_longitude: 'Decimal degrees, WGS-84, such as 117.05.',
  note_latitude: 'Decimal degrees from -74 to 74, WGS-84, such as 36.66.',
  note_interval_seconds: 'Seconds between two real-time values, 1 to 86400, usually 60.',
  note_agreement_id: 'A name from “Protocol management”.',
  note_product_id: 'A name from “Product line management”.',
  note_project_id: 'A name from “Project management”. Optional.',
  note_sim_number: 'Up to 20 digits or letters, formatted as text.',
  note_power_supply: 'Mains, Solar or Battery.',
  note_section_attribute: 'Water sites only, up to 50 characters.',
  note_river_system: 'Water sites only, up to 50 characters.',
  note_basin_id: 'Water sites only, a name from “Basin management”.',
  note_water_quality_type: 'Water sites only: River, or Lake or reservoir.',
  note_water_pollution_level: 'Water sites only: Class I to Worse than V.',
  note_device_number: 'A positive integer of 1 to 10 digits.',
  note_hmi_number: 'A positive integer of 1 to 10 digits.',
  note_virtual_data: 'On or Off. On shows simulated values while the device is offline.',
  note_started_on: 'A date such as 2026-01-31.',
  note_secret: 'The PW in the logger’s packets. Leave empty to keep the old one.',
  note_factors:
    'Names, formulas or national codes, separated by commas, in display order. New sites without factors get the template of their product line.',
} satisfies Words<typeof zhImport>;

export const siteBatch = {
  open: 'Batch edit',
  title: 'Batch edit of sites',
  of_selected: 'Selected sites: {{count}}',
  of_filter: 'All sites in the current list',
  of_filter_hint: 'All sites that match the filters above the list, on every page.',
  which: 'Sites to change',
  what: 'Fields to change',
  project_id: 'Project',
  product_id: 'Product line',
  agreement_id: 'Protocol',
  interval_seconds: 'Measuring interval',
  factors: 'Factors',
  how: 'Change',
  how_template: 'Replace with the template of the product line',
  how_add: 'Add these factors',
  how_remove: 'Remove these factors',
  how_replace: 'Replace with these factors',
  how_hint: 'Factors that stay keep their range, decimals and correction.',
  how_hint_replaces:
    'All other factors are removed from the sites. Factors that stay keep their range, decimals and correction.',
  no_project: 'Remove sites from their project',
  nothing: 'Select at least one field to change',
  missing: 'Enter a value for: {{fields}}',
  counting: 'Counting…',
  preview: 'Sites: {{total}}, to be changed: {{changed}}',
  preview_none:
    'Sites: {{total}}. Nothing to change: they already have these values, or their product line has no factor template.',
  preview_field: '{{field}}: {{count}}',
  lost: 'You will no longer see {{count}} of these sites, because you see them through their project only.',
  apply: 'Change sites: {{count}}',
  apply_unknown: 'Change sites',
  done: 'Changed sites: {{count}}',
} satisfies Words<typeof zhBatch>;
