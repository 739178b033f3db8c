package org.peerlock.lab.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.AssertionFailedError;
import org.peerlock.lab.scenario.ScenarioException;
import org.peerlock.lab.zoo.Zoo;

/** The source of a test for a counterexample compiles, and fails because of the defect. */
class TestSourceTest {

    private static final Path ZOO = Path.of("..", "scenarios", "zoo");

    @TempDir
    Path folder;

    /** Compiles and runs a test as JUnit would. */
    private void run(TestSource test) throws Throwable {
        Path file = Files.writeString(folder.resolve(test.className() + ".java"), test.text());
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            List<String> options = List.of("-Xlint:all", "-Werror", "-proc:none", "-d", folder.toString());
            assertThat(compiler.getTask(null, files, null, options, null, files.getJavaFileObjects(file))
                            .call())
                    .as(test.text())
                    .isTrue();
        }
        try (URLClassLoader loader = new URLClassLoader(
                new URL[] {folder.toUri().toURL()}, getClass().getClassLoader())) {
            run(loader.loadClass(test.className()));
        }
    }

    private static void run(Class<?> type) throws Throwable {
        Constructor<?> constructor = type.getDeclaredConstructor();
        constructor.setAccessible(true);
        List<Method> tests = Stream.of(type.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(Test.class))
                .toList();
        assertThat(tests).hasSize(1);
        tests.get(0).setAccessible(true);
        try {
            tests.get(0).invoke(constructor.newInstance());
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static String scenario(String exhibit) throws IOException {
        return Files.readString(ZOO.resolve(exhibit + ".scenario"));
    }

    @Test
    void theTestOfACounterexampleFailsWithItsOutput() {
        TestSource test = test(Demonstrated.of(Zoo.find("ra-naive-withdrawal").orElseThrow()));
        assertThat(test.className()).isEqualTo("RaNaiveWithdrawalTest");
        assertThat(test.text()).contains("void exclusionIsNotViolated()").doesNotContain("----");
        assertThatThrownBy(() -> run(test))
                .isInstanceOf(AssertionFailedError.class)
                .hasMessageContaining("VIOLATES exclusion: inside together: 1 2")
                .hasMessageContaining("cancel 1 #1");
    }

    private static <S extends Record, M> TestSource test(Demonstrated<S, M> exhibit) {
        return TestSource.of(exhibit.scenario(exhibit.simplified(exhibit.found())));
    }

    /** Special characters of Java are escaped. */
    @Test
    void theTestOfAnAlgorithmOutsideItsAssumptionsFails() {
        TestSource test = TestSource.of("""
                algorithm lamport
                nodes 2
                network unordered
                violates exclusion
                request 1
                request 2
                deliver 2 -> 1 REQUEST
                # "Requires FIFO channels": \\u0022 \\ \""" %s
                deliver 1 -> 2 REPLY
                """);
        assertThat(test.className()).isEqualTo("LamportTest");
        assertThatThrownBy(() -> run(test))
                .isInstanceOf(AssertionFailedError.class)
                .hasMessageContaining("VIOLATES exclusion")
                .hasMessageContaining("\\ \"\"\" %s");
    }

    @Test
    void theTestPassesOnceTheDefectIsCorrected() throws Throwable {
        TestSource test = TestSource.of(scenario("ra-without-tie-break"));
        run(mended(test, "exhibit ra-without-tie-break", "algorithm ricart-agrawala"));
    }

    @Test
    void theTestFailsWhereThereIsNothingOfThatName() throws Throwable {
        TestSource test = TestSource.of(scenario("ra-without-tie-break"));
        assertThatThrownBy(() -> run(mended(test, "exhibit ra-without-tie-break", "exhibit unheard-of")))
                .isInstanceOf(AssertionFailedError.class)
                .hasMessageContaining("there is no exhibit 'unheard-of'");
        assertThatThrownBy(() -> run(mended(test, "request 1", "beg 1"))).isInstanceOf(ScenarioException.class);
    }

    private static TestSource mended(TestSource test, String defect, String remedy) {
        return new TestSource(test.className(), test.text().replace(defect, remedy));
    }

    @Test
    void aScenarioWithoutAViolationIsRefused() {
        assertThatThrownBy(() -> TestSource.of("algorithm lamport\nnodes 2\nrequest 1\n"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("this scenario violates nothing");
    }
}
