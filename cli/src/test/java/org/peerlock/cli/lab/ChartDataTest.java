package org.peerlock.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.lab.experiment.ExperimentSpec;
import org.peerlock.lab.simulate.ArrivalPattern;
import org.peerlock.lab.simulate.Experiment;
import org.peerlock.lab.simulate.Metric;

class ChartDataTest {

    private static final ArrivalPattern SATURATED = new ArrivalPattern.Saturated();

    private static SweepResult sweep(boolean againstLoad, List<SweepResult.SweepRow> rows) {
        return new SweepResult(
                "",
                "",
                new Experiment.Plan(20, 0, 1),
                1,
                0.1,
                List.of(Metric.MESSAGES_PER_ENTRY),
                true,
                againstLoad,
                rows);
    }

    private static SweepResult.SweepRow row(String algorithm, int nodes, String load) {
        ExperimentSpec spec = ExperimentSpec.of(algorithm, nodes).load(load).entries(20, 0);
        return SweepResult.SweepRow.of(new ExperimentResult(spec.experiment(), spec.run()));
    }

    private static List<Double> places(ChartData chart) {
        return chart.points().map(ChartData.Point::x).toList();
    }

    @Test
    void eachPointIsAtItsNumberOfNodes() {
        List<ChartData> charts = ChartData.all(sweep(
                false,
                List.of(
                        row("lamport", 10, "saturated"),
                        row("lamport", 2, "saturated"),
                        row("lamport", 3, "saturated"))));
        assertThat(places(charts.get(0))).containsExactly(2.0, 3.0, 10.0);
    }

    @Test
    void eachPointIsAtItsLoad() {
        List<ChartData> charts = ChartData.all(sweep(
                true,
                List.of(
                        row("lamport", 4, "poisson:0.25"),
                        row("lamport", 4, "poisson:0.01"),
                        row("lamport", 4, "saturated"))));
        assertThat(charts.get(0).name()).isEqualTo("messagesPerEntry-4-nodes");
        assertThat(places(charts.get(0))).containsExactly(0.04, 1.0);
    }

    @Test
    void eachNodeHasAPointForItsWaitingTime() {
        List<ChartData> charts = ChartData.all(sweep(false, List.of(row("lamport", 3, "saturated"))));
        assertThat(places(charts.get(1))).containsExactly(1.0, 2.0, 3.0);
    }

    @Test
    void moreThanEightAlgorithmsGetSeveralCharts() {
        List<SweepResult.SweepRow> rows = new ArrayList<>();
        Catalogue.entries().stream()
                .map(CatalogueEntry::id)
                .filter(id -> id.startsWith("ra-"))
                .forEach(id -> rows.add(row(id, 2, "light")));
        List<ChartData> charts = ChartData.all(sweep(false, rows)).stream()
                .filter(chart -> chart.name().startsWith("messages"))
                .toList();
        assertThat(charts).hasSize(2);
        assertThat(charts.get(1).name()).isEqualTo("messagesPerEntry-light-2");
        assertThat(charts.stream().mapToInt(chart -> chart.lines().size()).sum())
                .isEqualTo(rows.size());
        assertThat(charts).allSatisfy(chart -> assertThat(chart.lines()).hasSizeLessThanOrEqualTo(8));
    }

    @Test
    void anAlgorithmThatWasNotRunIsNotInTheLegend() {
        SweepResult.SweepRow refused = SweepResult.SweepRow.refused("maekawa", 4, SATURATED, "not run");
        List<ChartData> charts = ChartData.all(sweep(false, List.of(refused, row("lamport", 4, "saturated"))));
        assertThat(charts.get(0).lines()).extracting(ChartData.Line::algorithm).containsExactly("lamport");
    }

    @Test
    void anAlgorithmLooksTheSameInEachChart() {
        SweepResult.SweepRow refused = SweepResult.SweepRow.refused("maekawa", 4, SATURATED, "not run");
        List<ChartData> charts = ChartData.all(sweep(
                false,
                List.of(
                        refused,
                        row("lamport", 4, "saturated"),
                        row("maekawa", 7, "light"),
                        row("lamport", 7, "light"))));
        assertThat(charts.stream()
                        .flatMap(chart -> chart.lines().stream())
                        .filter(line -> line.algorithm().equals("lamport")))
                .extracting(ChartData.Line::style)
                .containsOnly(1);
    }
}
