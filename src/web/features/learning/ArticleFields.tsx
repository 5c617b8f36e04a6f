import { PaperClipOutlined } from '@ant-design/icons';
import { Button, Form, Input, Radio, Select, Spin, TreeSelect, Upload } from 'antd';
import { lazy, Suspense, useState } from 'react';
import type { AnswerOf } from '#shared/contract/define.ts';
import { files as fileCalls } from '#shared/contract/files/files.ts';
import { articleMenu } from '#shared/contract/learning/article-types.ts';
import {
  articleActions,
  type articleVisibilities,
  commentModes,
  articleVisibilities as visibilities,
} from '#shared/contract/learning/articles.ts';
import { explain } from '#web/api/explain.ts';
import { useMay } from '#web/api/powers.ts';
import { useToast } from '#web/api/toasts.ts';
import { upload } from '#web/api/upload.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import { searchedByLabel } from '#web/ui/searched.ts';
import styles from './articles.module.css';

const RichEditor = lazy(async () => ({ default: (await import('./RichEditor.tsx')).RichEditor }));

interface AttachedFile {
  file_id: number;
  file_name: string;
  size: number;
}

export interface ArticleValues {
  article_title: string;
  content: string;
  type_id: number;
  visibility: (typeof articleVisibilities)[number];
  role_ids: number[];
  user_group_ids: number[];
  user_ids: number[];
  comments: (typeof commentModes)[number];
  files: AttachedFile[];
  auditor_id: number | null;
}

type Node = AnswerOf<typeof articleMenu.tree>['data_info'][number];
interface TypeNode {
  value: number;
  title: string;
  children: TypeNode[];
}

function typeTree(nodes: readonly Node[], parent_id: number | null): TypeNode[] {
  return nodes
    .filter((node) => node.enabled && node.parent_id === parent_id)
    .map(({ type_id, type_name }) => ({
      value: type_id,
      title: type_name,
      children: typeTree(nodes, type_id),
    }));
}

export function ArticleFields({ start }: { start: string }) {
  const t = useT();
  const mayAttach = useMay(fileCalls.upload.needs);
  const tree = useCall(articleMenu.tree, {}).data?.data_info ?? [];
  return (
    <div className={styles.writing}>
      <div>
        <Form.Item name="article_title" label={t('articles.article_title')} required>
          <Input maxLength={120} showCount />
        </Form.Item>
        <Form.Item name="content" label={t('articles.content')} required>
          <ContentInput start={start} />
        </Form.Item>
      </div>
      <aside>
        <Form.Item name="type_id" label={t('articles.type_id')} required>
          <TreeSelect
            treeDefaultExpandAll
            treeData={typeTree(tree, null)}
            treeNodeFilterProp="title"
            showSearch
          />
        </Form.Item>
        <Readers />
        <Form.Item name="comments" label={t('articles.comments')}>
          <Select
            options={commentModes.map((value) => ({ value, label: t(`articles.comments_${value}`) }))}
          />
        </Form.Item>
        {mayAttach && (
          <Form.Item name="files" label={t('articles.file_ids')}>
            <FilesInput />
          </Form.Item>
        )}
      </aside>
    </div>
  );
}

/** Audience and auditors of an article. */
function Readers() {
  const t = useT();
  const form = Form.useFormInstance<ArticleValues>();
  const visibility = Form.useWatch('visibility', form);
  const choices = useCall(articleActions.choices, {}).data;
  const lists = {
    roles: {
      name: 'role_ids',
      options: choices?.roles.map(({ role_id, role_name }) => ({ value: role_id, label: role_name })),
    },
    groups: {
      name: 'user_group_ids',
      options: choices?.groups.map((one) => ({ value: one.user_group_id, label: one.user_group_name })),
    },
    people: {
      name: 'user_ids',
      options: choices?.people.map(({ user_id, real_name }) => ({ value: user_id, label: real_name })),
    },
  } as const;
  const list = visibility === undefined || visibility === 'all' ? undefined : lists[visibility];
  return (
    <>
      <Form.Item name="visibility" label={t('articles.visibility')}>
        <Radio.Group
          options={visibilities.map((value) => ({ value, label: t(`articles.visibility_${value}`) }))}
        />
      </Form.Item>
      {list && (
        <Form.Item key={list.name} name={list.name} label={t(`articles.${list.name}`)} required>
          <Select mode="multiple" showSearch={searchedByLabel} options={list.options} />
        </Form.Item>
      )}
      <Form.Item name="auditor_id" label={t('articles.auditor_id')} extra={t('articles.auditor_hint')}>
        <Select
          allowClear
          placeholder={t('articles.auditor_any')}
          showSearch={searchedByLabel}
          options={choices?.people
            .filter(({ audits }) => audits)
            .map(({ user_id, real_name }) => ({ value: user_id, label: real_name }))}
        />
      </Form.Item>
    </>
  );
}

interface InputProps<Value> {
  id?: string;
  value?: Value;
  onChange?(value: Value): void;
}

function ContentInput({ start, onChange }: InputProps<string> & { start: string }) {
  const { status } = Form.Item.useStatus();
  return (
    <Suspense fallback={<Spin />}>
      <RichEditor start={start} invalid={status === 'error'} onChange={(html) => onChange?.(html)} />
    </Suspense>
  );
}

function FilesInput({ value = [], onChange }: InputProps<AttachedFile[]>) {
  const t = useT();
  const toast = useToast();
  const [isSending, setSending] = useState(false);
  const take = async (chosen: readonly File[]) => {
    setSending(true);
    let all = value;
    for (const file of chosen) {
      try {
        all = [...all, await upload(file)];
        onChange?.(all);
      } catch (error) {
        toast.error(explain(t, error));
      }
    }
    setSending(false);
  };
  return (
    <div className={styles.files}>
      <ul>
        {value.map(({ file_id, file_name }) => (
          <li key={file_id}>
            <PaperClipOutlined />
            <span>{file_name}</span>
            <Button
              size="small"
              type="link"
              danger
              onClick={() => onChange?.(value.filter((one) => one.file_id !== file_id))}
            >
              {t('common.delete')}
            </Button>
          </li>
        ))}
      </ul>
      <Upload
        multiple
        showUploadList={false}
        disabled={isSending || value.length >= 20}
        beforeUpload={(file, all) => {
          if (file === all[0]) void take(all);
          return false;
        }}
      >
        <Button icon={<PaperClipOutlined />} loading={isSending}>
          {t('articles.attach')}
        </Button>
      </Upload>
    </div>
  );
}
