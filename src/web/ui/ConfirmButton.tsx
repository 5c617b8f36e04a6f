import { Button, type ButtonProps } from 'antd';
import { type Question, useConfirm } from './useConfirm.ts';

interface ConfirmButtonProps extends Omit<ButtonProps, 'onClick'> {
  question: Question;
  onConfirm(): unknown;
}

/** Button with a confirmation dialog, for actions that cannot be undone. */
export function ConfirmButton({ question, onConfirm, ...button }: ConfirmButtonProps) {
  const ask = useConfirm();
  return <Button danger={question.danger} {...button} onClick={() => ask(question, onConfirm)} />;
}
