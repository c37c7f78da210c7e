import type { ClientTable } from "../lowered/client-row.js";

const OPTIONS = {
  gives: "response",
  methodWithBody: "POST",
  intake: { keyword: "headers" },
  scheme: "unknown",
} as const;

/** Functions that modules of Ansible send requests with. The name and the password are settings of the module. */
export const ansible: ClientTable = {
  client: "ansible",
  source: "https://docs.ansible.com/ansible/latest/reference_appendices/module_utils.html",
  rows: [
    {
      call: "ansible.module_utils.urls.fetch_url",
      results: 2,
      url: [1, "url"],
      body: [2, "data"],
      headers: [3, "headers"],
      methodAt: [4, "method"],
      ...OPTIONS,
    },
    {
      call: "ansible.module_utils.urls.open_url",
      url: [0, "url"],
      body: [1, "data"],
      headers: [2, "headers"],
      methodAt: [3, "method"],
      ...OPTIONS,
    },
  ],
};
