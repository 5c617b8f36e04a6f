import { Link } from 'react-router';
import { unmappedCodes } from '#shared/contract/packets/packets.ts';
import { agreements } from '#shared/contract/site-config/agreements.ts';
import { useMay } from '#web/api/powers.ts';
import { useT } from '#web/i18n.ts';
import { rowsOf } from '#web/ui/choices.tsx';
import { DataTable } from '#web/ui/DataTable.tsx';
import { useList } from '#web/ui/useList.ts';
import { siteFilter } from '#web/widgets/filters.tsx';
import styles from './packets.module.css';

/** Codes without a factor, with a link to map them in the protocol. */
export function UnmappedList() {
  const t = useT();
  const mayProtocols = useMay(agreements.list.needs);
  const suffixText = (suffix: string) => {
    const word = `wire.suffix_${suffix.toLowerCase()}`;
    return t.has(word) ? `${suffix} · ${t.tx(word)}` : suffix || '–';
  };
  return (
    <>
      <p className={styles.hint}>{t('unmappedCodes.hint')}</p>
      <DataTable
        list={useList(unmappedCodes)}
        rowKey="code_key"
        columns={[
          { key: 'wire_code', show: ({ wire_code }) => <code>{wire_code}</code> },
          { key: 'suffix', show: ({ suffix }) => suffixText(suffix) },
          { key: 'value', sortable: false },
          'count',
          'seen_at',
          {
            key: 'site_name',
            show: ({ mn, site_name }) => <Link to={`/sites/${encodeURIComponent(mn)}`}>{site_name}</Link>,
          },
          { key: 'mn', rare: true },
          {
            key: 'agreement_name',
            show: ({ agreement_name }) =>
              agreement_name && mayProtocols ? (
                <Link to={`/siteconfigs/protocols?keyword=${encodeURIComponent(agreement_name)}`}>
                  {agreement_name}
                </Link>
              ) : (
                (agreement_name ?? '–')
              ),
          },
        ]}
        filters={[
          siteFilter,
          ...(mayProtocols
            ? [{ key: 'agreement_id', choices: rowsOf(agreements, 'agreement_name') } as const]
            : []),
        ]}
      />
    </>
  );
}
