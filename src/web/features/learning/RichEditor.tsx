import { Image } from '@tiptap/extension-image';
import { TableKit } from '@tiptap/extension-table';
import { EditorContent, useEditor } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { useT } from '#web/i18n.ts';
import styles from './article-text.module.css';
import { EditorBar } from './EditorBar.tsx';

interface RichEditorProps {
  /** Initial content; later changes are reported by `onChange`. */
  start: string;
  invalid?: boolean;
  onChange(html: string): void;
}

const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    link: { openOnClick: false, protocols: ['http', 'https', 'mailto'] },
  }),
  Image,
  TableKit.configure({ table: { resizable: false } }),
];

/** Lazy: loaded only by the page with an editor. */
export function RichEditor({ start, invalid, onChange }: RichEditorProps) {
  const t = useT();
  const editor = useEditor({
    extensions,
    content: start,
    onUpdate: (changed) => onChange(changed.editor.isEmpty ? '' : changed.editor.getHTML()),
    editorProps: {
      attributes: { class: styles.text ?? '', 'aria-label': t('articles.content'), role: 'textbox' },
    },
  });
  if (!editor) return null;
  return (
    <div className={styles.editor} data-invalid={invalid || undefined}>
      <EditorBar editor={editor} />
      <EditorContent editor={editor} />
    </div>
  );
}
