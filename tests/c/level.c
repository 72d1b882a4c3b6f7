/* SPDX-License-Identifier: MIT
 * Prints what became of KATWISE_CPU: "LEVEL: STATUS". That does not change when the environment
 * does, nor when a level is chosen. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "katwise.h"

int main(void)
{
  const char *level = kw_level_current();
  const kw_status status = kw_level_start_status();
  printf("%s: %s\n", level, kw_status_text(status));
  plan(2);
  begin_case();
  setenv("KATWISE_CPU", status == KW_OK ? "nonsense" : "portable", 1);
  CHECK(kw_level_start_status() == status, "after a change of the environment");
  CHECK(strcmp(kw_level_current(), level) == 0, "after a change of the environment");
  begin_case();
  use_level("portable");
  CHECK(kw_level_start_status() == status, "after another level was chosen");
  return report("level");
}
