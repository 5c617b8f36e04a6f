import {
  BoldOutlined,
  CodeOutlined,
  CommentOutlined,
  FontSizeOutlined,
  ItalicOutlined,
  LinkOutlined,
  OrderedListOutlined,
  PictureOutlined,
  RedoOutlined,
  StrikethroughOutlined,
  TableOutlined,
  UnderlineOutlined,
  UndoOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons';
import { type Editor, useEditorState } from '@tiptap/react';
import { Button, Dropdown, Input, Popover } from 'antd';
import { type ReactNode, useRef, useState } from 'react';
import { pictures } from '#shared/contract/platform/pictures.ts';
import { useToast } from '#web/api/toasts.ts';
import { useAction } from '#web/api/useAction.ts';
import { useT } from '#web/i18n.ts';
import { articlePicture } from './article-picture.ts';
import styles from './article-text.module.css';

const marks = [
  ['bold', <BoldOutlined key="bold" />],
  ['italic', <ItalicOutlined key="italic" />],
  ['underline', <UnderlineOutlined key="underline" />],
  ['strike', <StrikethroughOutlined key="strike" />],
] as const;

const tableActs = {
  add_row: 'addRowAfter',
  add_column: 'addColumnAfter',
  remove_row: 'deleteRow',
  remove_column: 'deleteColumn',
  remove_table: 'deleteTable',
} as const;

export function EditorBar({ editor }: { editor: Editor }) {
  const t = useT();
  const is = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      bold: now.isActive('bold'),
      italic: now.isActive('italic'),
      underline: now.isActive('underline'),
      strike: now.isActive('strike'),
      heading: now.isActive('heading'),
      bullets: now.isActive('bulletList'),
      numbers: now.isActive('orderedList'),
      quote: now.isActive('blockquote'),
      code: now.isActive('codeBlock'),
      link: now.isActive('link'),
      table: now.isActive('table'),
      undo: now.can().undo(),
      redo: now.can().redo(),
    }),
  });
  const chain = () => editor.chain().focus();
  const act = (name: keyof typeof is, icon: ReactNode, run: () => unknown, disabled = false) => (
    <Button
      key={name}
      size="small"
      type={is[name] && !['undo', 'redo'].includes(name) ? 'primary' : 'text'}
      icon={icon}
      disabled={disabled}
      title={t.tx(`articles.editor_${name}`)}
      aria-label={t.tx(`articles.editor_${name}`)}
      aria-pressed={is[name]}
      onClick={() => void run()}
    />
  );
  return (
    <div className={styles.bar} role="toolbar" aria-label={t('articles.content')}>
      {marks.map(([name, icon]) => act(name, icon, () => chain().toggleMark(name).run()))}
      {act('heading', <FontSizeOutlined />, () => chain().toggleHeading({ level: 2 }).run())}
      {act('bullets', <UnorderedListOutlined />, () => chain().toggleBulletList().run())}
      {act('numbers', <OrderedListOutlined />, () => chain().toggleOrderedList().run())}
      {act('quote', <CommentOutlined />, () => chain().toggleBlockquote().run())}
      {act('code', <CodeOutlined />, () => chain().toggleCodeBlock().run())}
      <LinkButton editor={editor} />
      <PictureButton editor={editor} />
      {is.table ? (
        <Dropdown
          menu={{
            items: Object.keys(tableActs).map((key) => ({ key, label: t.tx(`articles.editor_${key}`) })),
            onClick: ({ key }) => chain()[tableActs[key as keyof typeof tableActs]]().run(),
          }}
        >
          <Button
            size="small"
            type="primary"
            icon={<TableOutlined />}
            aria-label={t('articles.editor_table')}
          />
        </Dropdown>
      ) : (
        act('table', <TableOutlined />, () =>
          chain().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
        )
      )}
      {act('undo', <UndoOutlined />, () => chain().undo().run(), !is.undo)}
      {act('redo', <RedoOutlined />, () => chain().redo().run(), !is.redo)}
    </div>
  );
}

function LinkButton({ editor }: { editor: Editor }) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const [href, setHref] = useState('');
  const open = (shown: boolean) => {
    setOpen(shown);
    if (shown) setHref(String(editor.getAttributes('link').href ?? ''));
  };
  const set = () => {
    const chain = editor.chain().focus().extendMarkRange('link');
    if (href.trim() === '') chain.unsetLink().run();
    else chain.setLink({ href: href.trim() }).run();
    setOpen(false);
  };
  return (
    <Popover
      trigger="click"
      open={isOpen}
      onOpenChange={open}
      content={
        <Input.Search
          autoFocus
          value={href}
          placeholder={t('articles.editor_link_ask')}
          enterButton={t('common.ok')}
          onChange={({ target }) => setHref(target.value)}
          onSearch={set}
        />
      }
    >
      <Button size="small" type="text" icon={<LinkOutlined />} aria-label={t('articles.editor_link')} />
    </Popover>
  );
}

function PictureButton({ editor }: { editor: Editor }) {
  const t = useT();
  const toast = useToast();
  const chooser = useRef<HTMLInputElement>(null);
  const adding = useAction(pictures.add);
  const take = async (file: File) => {
    const image = await articlePicture(file);
    if (!image) return toast.error(t('lists.picture_unreadable'));
    const { address } = await adding.run({ image });
    editor
      .chain()
      .focus()
      .setImage({ src: address, alt: file.name.replace(/\.\w+$/, '') })
      .run();
  };
  return (
    <>
      <input
        ref={chooser}
        hidden
        type="file"
        accept="image/png,image/jpeg,image/webp"
        aria-label={t('articles.editor_picture')}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = '';
          if (file) void take(file).catch(() => undefined);
        }}
      />
      <Button
        size="small"
        type="text"
        icon={<PictureOutlined />}
        loading={adding.pending}
        title={t('articles.editor_picture')}
        aria-label={t('articles.editor_picture')}
        onClick={() => chooser.current?.click()}
      />
    </>
  );
}
