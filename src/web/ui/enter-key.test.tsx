import { fireEvent, render, screen } from '@testing-library/react';
import { AutoComplete, DatePicker, Form, Input } from 'antd';
import { expect, test } from 'vitest';
import { keepEnterInPickers } from './enter-key.ts';

test('Enter in a date or a list of suggestions does not submit the form, and in a plain field it does', () => {
  keepEnterInPickers();
  render(
    <Form>
      <DatePicker aria-label="date" />
      <AutoComplete aria-label="cause" options={[{ value: 'dust' }]} />
      <Input aria-label="name" />
    </Form>,
  );
  // False: the default action, which submits, was prevented.
  const submits = (label: string) => fireEvent.keyDown(screen.getByLabelText(label), { key: 'Enter' });
  expect(submits('date')).toBe(false);
  expect(submits('cause')).toBe(false);
  expect(submits('name')).toBe(true);
});
