import { EditOutlined, WifiOutlined } from '@ant-design/icons';
import { Button, Space } from 'antd';
import { useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import type { ListQuery } from '#shared/contract/resource.ts';
import { siteBatch } from '#shared/contract/sites/batch.ts';
import {
  powerSupply,
  siteActions,
  siteCopyForm,
  siteImport,
  sites,
  siteType,
  waterQualityType,
} from '#shared/contract/sites/sites.ts';
import { isUndivided } from '#shared/domain/divisions.ts';
import { useMay } from '#web/api/powers.ts';
import { type T, useLanguage, useT } from '#web/i18n.ts';
import { useLinksChange } from '#web/live/useLinksChange.ts';
import { useSitesChange } from '#web/live/useSitesChange.ts';
import { ResourcePage } from '#web/pages/ResourcePage.tsx';
import { DayInput } from '#web/ui/DayInput.tsx';
import type { Filter } from '#web/ui/FilterBar.tsx';
import { FormDrawer } from '#web/ui/FormDrawer.tsx';
import type { FieldSpec, Values } from '#web/ui/form-field.ts';
import { ImportButton } from '#web/ui/ImportButton.tsx';
import { ImportDialog } from '#web/ui/ImportDialog.tsx';
import { SiteName } from '#web/ui/SiteName.tsx';
import { Status } from '#web/ui/Status.tsx';
import { showTime } from '#web/ui/show-time.ts';
import type { ColumnSpec } from '#web/ui/useColumns.ts';
import { useListState } from '#web/ui/useListState.ts';
import { useOpened } from '#web/ui/useOpened.tsx';
import { useSiteNames } from '#web/ui/useSiteNames.ts';
import { regionFilter } from '#web/widgets/filters.tsx';
import { UncheckedMark } from '#web/widgets/UncheckedMark.tsx';
import { useUnregistered } from '#web/widgets/useUnregistered.ts';
import { VirtualMark } from '#web/widgets/VirtualMark.tsx';
import { BatchEdit } from './BatchEdit.tsx';
import { LatitudeInput, LongitudeInput } from './CoordinateInput.tsx';
import { makeable } from './made-here.tsx';
import { PushSecret } from './PushSecret.tsx';
import { RegionSelect } from './RegionSelect.tsx';
import { agreement, basin, product, project } from './site-choices.ts';
import { type Site, useSiteActions } from './useSiteActions.tsx';

const isWater = ({ site_type }: Values) => site_type === 'water';
const isProvinceDivided = ({ province_code }: Values) => !isUndivided(province_code);
const isCityDivided = (values: Values) => isProvinceDivided(values) && !isUndivided(values.city_code);
const yesOrNo = ['true', 'false'];
const listed = [sites.list];
const UNREGISTERED = '/countercharges/originaldata?view=unregistered';

const filters: readonly Filter[] = [
  { key: 'site_type', choices: siteType.options },
  regionFilter,
  { key: 'online', choices: yesOrNo },
  { key: 'product_id', choices: product },
  { key: 'project_id', choices: project },
  { key: 'agreement_id', choices: agreement },
  { key: 'virtual_data', choices: yesOrNo },
  { key: 'pw_checked', choices: yesOrNo },
  { key: 'has_place', choices: yesOrNo },
];

const form: readonly FieldSpec[] = [
  { key: 'site_name', section: 'basic' },
  'site_name_en',
  { key: 'site_type', choices: siteType.options },
  { key: 'product_id', choices: makeable.product },
  { key: 'project_id', choices: makeable.project },
  { key: 'started_on', editor: <DayInput /> },
  { key: 'section_attribute', section: 'water', when: isWater },
  { key: 'river_system', when: isWater },
  { key: 'basin_id', choices: basin, when: isWater },
  { key: 'water_quality_type', choices: waterQualityType.options, when: isWater },
  { key: 'water_pollution_level', choices: [1, 2, 3, 4, 5, 6], when: isWater },
  { key: 'province_code', section: 'place', editor: <RegionSelect level="province_code" /> },
  { key: 'city_code', editor: <RegionSelect level="city_code" />, needed: isProvinceDivided },
  { key: 'area_code', editor: <RegionSelect level="area_code" />, needed: isCityDivided },
  { key: 'block_code', editor: <RegionSelect level="block_code" /> },
  'address',
  { key: 'longitude', editor: <LongitudeInput /> },
  { key: 'latitude', editor: <LatitudeInput /> },
  { key: 'mn', section: 'device' },
  { key: 'agreement_id', choices: makeable.agreement },
  'interval_seconds',
  { key: 'secret', as: 'password' },
  'sim_number',
  { key: 'power_supply', choices: powerSupply.options },
  'device_number',
  'hmi_number',
  'virtual_data',
];

function LastPacket({ at }: { at: string | null }) {
  const t = useT();
  const language = useLanguage();
  return at ? showTime(at, language) : t('sitePage.never_heard');
}

const columnsOf = (t: T): [ColumnSpec<Site>, ...ColumnSpec<Site>[]] => [
  {
    key: 'site_name',
    imported: true,
    show: ({ mn, site_name, virtual_data, pw_checked, has_secret }) => (
      <Space size="small">
        <Link to={`/sites/${encodeURIComponent(mn)}`}>
          <SiteName name={site_name} />
        </Link>
        {virtual_data && <VirtualMark />}
        {!pw_checked && <UncheckedMark hasSecret={has_secret} />}
      </Space>
    ),
  },
  { key: 'mn', imported: true },
  { key: 'site_name_en', rare: true, imported: true },
  { key: 'site_type', imported: true },
  {
    key: 'online',
    show: ({ online }) => <Status tone={online ? 'good' : 'quiet'}>{t(`sites.online_${online}`)}</Status>,
  },
  { key: 'last_packet_at', show: ({ last_packet_at }) => <LastPacket at={last_packet_at} /> },
  { key: 'city_name', imported: true },
  { key: 'area_name', imported: true },
  { key: 'agreement_name', imported: true },
  { key: 'product_name', imported: true },
  { key: 'project_name', imported: true },
  'factor_count',
  {
    key: 'virtual_data',
    imported: true,
    show: ({ virtual_data }) => (
      <Status tone={virtual_data ? 'notice' : 'quiet'}>{t(`sites.virtual_data_${virtual_data}`)}</Status>
    ),
  },
  { key: 'province_name', rare: true, imported: true },
  { key: 'block_name', rare: true, imported: true },
  { key: 'address', rare: true, imported: true },
  { key: 'longitude', rare: true, imported: true },
  { key: 'latitude', rare: true, imported: true },
  { key: 'interval_seconds', rare: true, imported: true },
  { key: 'sim_number', rare: true, imported: true },
  { key: 'power_supply', rare: true, imported: true },
  { key: 'device_number', rare: true, imported: true },
  { key: 'hmi_number', rare: true, imported: true },
  { key: 'basin_name', rare: true, imported: true },
  { key: 'river_system', rare: true, imported: true },
  { key: 'section_attribute', rare: true, imported: true },
  { key: 'water_quality_type', rare: true, imported: true },
  { key: 'water_pollution_level', rare: true, imported: true },
  { key: 'has_secret', rare: true },
  { key: 'pw_checked', rare: true },
  { key: 'started_on', rare: true, imported: true },
  { key: 'factor_codes', rare: true, imported: true },
  { key: 'demo', rare: true },
  { key: 'site_id', rare: true, imported: true },
  { key: 'version', rare: true, imported: true },
  { key: 'updated_at', rare: true },
];

/** Usual settings of loggers. */
const usual: Values = { interval_seconds: 60 };

/** Copying uses its own call, which also copies the factors. */
const copied = { ...sites, add: { ...siteActions.copy, input: siteCopyForm } as unknown as typeof sites.add };
const copyForm: readonly FieldSpec[] = [...form, { key: 'site_id', when: () => false }];

/** All fields except those unique to a site: name, MN, device and location. */
function startOfCopy(site: Site): Values {
  const own: (keyof Site)[] = [
    ...([
      'site_name',
      'site_name_en',
      'mn',
      'sim_number',
      'device_number',
      'hmi_number',
      'started_on',
    ] as const),
    ...([
      'province_code',
      'city_code',
      'area_code',
      'block_code',
      'address',
      'longitude',
      'latitude',
    ] as const),
  ];
  return { ...site, ...Object.fromEntries(own.map((key) => [key, undefined])) };
}

/** Filters of the list without paging and sorting. */
function asked({ page_index: _index, page_size: _size, sort: _sort, order: _order, ...query }: ListQuery) {
  return query;
}

export function SitesPage() {
  const t = useT();
  const mayWrite = useMay(sites.add.needs);
  const mayEdit = useMay(siteBatch.run.needs);
  const navigate = useNavigate();
  const nameOf = useSiteNames();
  // Unregistered devices can be adopted instead of entered.
  const { waiting } = useUnregistered();
  const copying = useOpened<Site>();
  useSitesChange(listed);
  useLinksChange(listed);
  const importing = useOpened<void>();
  const pushing = useOpened<Site>();
  const changing = useOpened<number[]>();
  const ticked = useRef<number[]>([]);
  const { query } = useListState(sites);
  const rowActions = useSiteActions({ onCopy: copying.open, onPush: pushing.open });
  return (
    <>
      <ResourcePage
        resource={sites}
        columns={columnsOf(t)}
        nameOf={({ site_name }: Site) => nameOf?.(site_name) ?? site_name}
        filters={filters}
        rowActions={rowActions}
        onChosen={(rows) => {
          ticked.current = rows.map(({ site_id }) => site_id);
        }}
        batchActions={(rows) =>
          mayEdit
            ? [
                {
                  label: t('siteBatch.open'),
                  opens: true,
                  run: () => changing.open(rows.map(({ site_id }) => site_id)),
                },
              ]
            : []
        }
        actions={
          mayWrite && (
            <>
              {waiting > 0 && (
                <Button icon={<WifiOutlined />} onClick={() => void navigate(UNREGISTERED)}>
                  {t('sites.unregistered', { count: waiting })}
                </Button>
              )}
              <Button icon={<EditOutlined />} onClick={() => changing.open(ticked.current)}>
                {t('siteBatch.open')}
              </Button>
              <ImportButton onOpen={importing.open} />
            </>
          )
        }
        formWidth={560}
        form={form}
        start={usual}
      />
      {copying.show((site) => (
        <FormDrawer
          resource={copied}
          fields={copyForm}
          start={startOfCopy(site)}
          width={560}
          note={t('sites.copy_hint', { name: nameOf?.(site.site_name) ?? site.site_name })}
          onClosed={copying.closed}
        />
      ))}
      {pushing.show((site) => (
        <PushSecret site={site} onClosed={pushing.closed} />
      ))}
      {importing.show(() => (
        <ImportDialog
          name="sites"
          hint={t('sites.import_hint')}
          calls={siteImport}
          problems="siteImportProblems"
          refresh={[sites.list]}
          onClosed={importing.closed}
        />
      ))}
      {changing.show((site_ids) => (
        <BatchEdit site_ids={site_ids} query={asked(query)} onClosed={changing.closed} />
      ))}
    </>
  );
}
